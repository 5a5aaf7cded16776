import { type ArgumentMetadata, StandardSchemaValidationPipe } from '@nestjs/common';

/** One complaint of a schema; zod's unknown keys come as one issue with all their names. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  readonly keys?: readonly string[];
}

const MAX_FIELDS = 20;

/** Input that its schema does not take; thrown by the global validation pipe, answered 400 VALIDATION_FAILED. */
export class SchemaViolation extends Error {
  constructor(readonly issues: readonly SchemaIssue[]) {
    super('The request is not valid.');
    this.name = 'SchemaViolation';
  }

  /** The same issues of one named part of the request, such as a path parameter. */
  of(name: string): SchemaViolation {
    return new SchemaViolation(this.issues.map((issue) => ({ ...issue, path: [name, ...(issue.path ?? [])] })));
  }

  /** Messages by PascalCase field name, `QuestionScorecards.0.MaxScore` for nested ones (docs/rules.md#field-errors). */
  errorMap(): Record<string, string[]> {
    const errors: Record<string, string[]> = {};
    for (const { message, path = [], keys } of this.issues) {
      const parent = path.map((segment) => pascal(typeof segment === 'object' ? segment.key : segment));
      const fields = keys ? keys.map((key) => [...parent, pascal(key)]) : [parent];
      for (const field of fields) {
        const name = field.join('.');
        if (name === '' || (!(name in errors) && Object.keys(errors).length >= MAX_FIELDS)) continue;
        const text = keys ? 'Is not a known field.' : message;
        const messages = (errors[name] ??= []);
        // Several rules of a field may share one sentence.
        if (!messages.includes(text)) messages.push(text);
      }
    }
    return errors;
  }
}

function pascal(segment: PropertyKey): string {
  const text = String(segment).slice(0, 100);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

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
