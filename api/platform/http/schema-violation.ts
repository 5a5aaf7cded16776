import { type ArgumentMetadata, StandardSchemaValidationPipe } from '@nestjs/common';

/** One validation issue. zod reports all unknown keys of an object as one issue. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  readonly keys?: readonly string[];
}

const MAX_FIELDS = 20;

/** Input that its schema rejects. Thrown by the global validation pipe; the response is 400 VALIDATION_FAILED. */
export class SchemaViolation extends Error {
  constructor(readonly issues: readonly SchemaIssue[]) {
    super('The request is not valid.');
    this.name = 'SchemaViolation';
  }

  /** Returns the same issues under the name of one part of the request, such as a path parameter. */
  of(name: string): SchemaViolation {
    return new SchemaViolation(this.issues.map((issue) => ({ ...issue, path: [name, ...(issue.path ?? [])] })));
  }

  /** Returns messages by PascalCase field name, such as `QuestionScorecards.0.MaxScore` (docs/rules.md#field-errors). */
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
        // Several rules of a field can have the same message.
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

/** Validates every body, query and parameter that is declared with `{ schema }`. */
export class ValidationPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => new SchemaViolation(issues) });
  }

  /** Adds the parameter's name to the issues, because issues of a primitive value have no path. */
  override async transform<Value>(value: Value, metadata: ArgumentMetadata): Promise<Value> {
    try {
      return await super.transform(value, metadata);
    } catch (error) {
      if (!(error instanceof SchemaViolation) || metadata.data === undefined) throw error;
      throw error.of(metadata.data);
    }
  }

  /** Does nothing: the body parser already rejects such keys, so a second walk through the body is not needed. */
  protected override stripProtoKeys(): void {}
}
