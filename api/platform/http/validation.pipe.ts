import { StandardSchemaValidationPipe } from '@nestjs/common';
import { type SchemaIssue, SchemaViolation } from './schema-violation.js';

/** Validates whatever carries `{ schema }`: bodies, queries, parameters. */
export class ValidationPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => new SchemaViolation(issues as readonly SchemaIssue[]) });
  }

  /** Nothing to strip: the body parser refuses such keys, and does not walk the body a second time. */
  protected override stripProtoKeys(): void {}
}
