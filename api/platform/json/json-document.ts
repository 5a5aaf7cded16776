import { type AnyNode, evaluate, type MemberNode, parse, type ValueNode } from '@humanwhocodes/momoa';

/** Line and column in a text, counted from 1 as in editors. */
export interface JsonLocation {
  readonly line: number;
  readonly column: number;
}

/** Error: the text is not valid JSON, with the place of the first error. */
export class JsonSyntaxError extends Error {
  constructor(
    message: string,
    readonly place: JsonLocation,
  ) {
    super(message);
    this.name = 'JsonSyntaxError';
  }
}

/** A duplicate key in an object. Most parsers silently use the last value. */
export interface RepeatedKey {
  readonly key: string;
  readonly place: JsonLocation;
}

/** Parsed JSON that returns the place of every value and key in its text. */
export class JsonDocument {
  readonly value: unknown;
  private readonly root: ValueNode;

  /** @throws JsonSyntaxError */
  constructor(text: string) {
    this.root = parseText(text.replace(/^\uFEFF/, ''));
    this.value = evaluate(this.root);
  }

  /** Returns the place of the value at a path; for a missing value, the place of its nearest existing parent. */
  locationOf(path: readonly PropertyKey[]): JsonLocation {
    let node = this.root;
    for (const key of path) {
      const next = childOf(node, key);
      if (!next) break;
      node = next;
    }
    return startOf(node);
  }

  /** Returns the place of a key in the object at a path; for a missing key, the place of the object. */
  placeOfKey(path: readonly PropertyKey[], key: string): JsonLocation {
    const node = this.find(path);
    const member = node?.type === 'Object' ? node.members.find((each) => nameOf(each) === key) : undefined;
    return member ? startOf(member) : this.locationOf(path);
  }

  has(path: readonly PropertyKey[]): boolean {
    return this.find(path) !== undefined;
  }

  repeatedKeys(): RepeatedKey[] {
    return repeatedKeysOf(this.root);
  }

  private find(path: readonly PropertyKey[]): ValueNode | undefined {
    return path.reduce<ValueNode | undefined>((node, key) => node && childOf(node, key), this.root);
  }
}

function parseText(text: string): ValueNode {
  try {
    return parse(text).body;
  } catch (error) {
    if (error instanceof RangeError)
      throw new JsonSyntaxError('This JSON is nested too deeply.', { line: 1, column: 1 });
    const { line = 1, column = 1, offset = 0 } = error as Partial<JsonLocation> & { offset?: number };
    const found = text.slice(offset).trim() === '' ? 'the end' : `"${text.slice(offset, offset + 1)}"`;
    throw new JsonSyntaxError(`This is not valid JSON: ${found} is not expected here.`, { line, column });
  }
}

function childOf(node: ValueNode, key: PropertyKey): ValueNode | undefined {
  if (node.type === 'Array') return node.elements[Number(key)]?.value;
  return node.type === 'Object' ? node.members.findLast((member) => nameOf(member) === key)?.value : undefined;
}

function repeatedKeysOf(node: ValueNode): RepeatedKey[] {
  if (node.type === 'Array') return node.elements.flatMap(({ value }) => repeatedKeysOf(value));
  if (node.type !== 'Object') return [];
  const seen = new Set<string>();
  const repeated = node.members.filter((member) => seen.size === seen.add(nameOf(member)).size);
  return [
    ...repeated.map((member) => ({ key: nameOf(member), place: startOf(member) })),
    ...node.members.flatMap(({ value }) => repeatedKeysOf(value)),
  ];
}

const nameOf = ({ name }: MemberNode): string => (name.type === 'String' ? name.value : name.name);

const startOf = ({ loc }: AnyNode): JsonLocation => ({ line: loc.start.line, column: loc.start.column });
