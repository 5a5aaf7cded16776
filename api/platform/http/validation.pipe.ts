import { type ArgumentMetadata, StandardSchemaValidationPipe } from '@nestjs/common';
import { SchemaViolation } from './schema-violation.js';

/** Validates whatever carries `{ schema }`: bodies, queries, parameters. */
export class ValidationPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => new SchemaViolation(issues) });
  }

  /** Names the parameter: issues of a value that is no object have no path. */
  override async transform<Value>(value: Value, metadata: ArgumentMetadata): Promise<Value> {
    try {
      return await super.transform(value, metadata);
    } catch (error) {
      if (!(error instanceof SchemaViolation) || metadata.data === undefined) throw error;
      throw error.of(metadata.data);
    }
  }

  /** Nothing to strip: the body parser refuses such keys, and does not walk the body a second time. */
  protected override stripProtoKeys(): void {}
}
