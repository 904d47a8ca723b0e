import ts from 'typescript';

/** JSON Schema as far as answers need it. */
export type Schema = Record<string, unknown>;

/**
 * Turns TypeScript types into the schemas of an API document. Types that a person gave a name to become components
 * under that name; everything else is written where it is used.
 */
export class TypeSchemas {
  readonly components: Record<string, Schema> = {};
  private readonly origin = new Map<string, ts.Symbol>();

  constructor(private readonly checker: ts.TypeChecker) {}

  /** `where` is named in errors. */
  of(type: ts.Type, where: string): Schema {
    const name = this.nameOf(type);
    if (name === null) return this.describe(type, where);
    const symbol = (type.aliasSymbol ?? type.getSymbol())!;
    const known = this.origin.get(name);
    if (known !== undefined && known !== symbol) throw new Error(`Two types are called ${name}; rename one (${where})`);
    if (known === undefined) {
      this.origin.set(name, symbol);
      this.components[name] = {};
      this.components[name] = { ...this.describe(type, name), ...describeSymbol(symbol, this.checker) };
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  private describe(type: ts.Type, where: string): Schema {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.isUnion()) return this.union(type, where);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === 'true' };
    if (type.flags & ts.TypeFlags.StringLike) return { type: 'string' };
    if (type.flags & ts.TypeFlags.NumberLike) return { type: 'number' };
    if (type.flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
    if (this.checker.isArrayType(type)) {
      return { type: 'array', items: this.of(this.checker.getTypeArguments(type as ts.TypeReference)[0]!, where) };
    }
    if (type.flags & ts.TypeFlags.Object || type.isIntersection()) return this.object(type, where);
    throw new Error(`${where}: ${this.checker.typeToString(type)} cannot be sent as JSON`);
  }

  private union(type: ts.UnionType, where: string): Schema {
    const members = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const isNull = (member: ts.Type) => Boolean(member.flags & ts.TypeFlags.Null);
    const isBoolean = (member: ts.Type) => Boolean(member.flags & ts.TypeFlags.BooleanLiteral);
    const words = members.filter((member) => member.isStringLiteral()).map(({ value }) => value);
    // The compiler orders the members of a union by chance; sorted, only a real change changes the document.
    words.sort();
    const alternatives: Schema[] = members
      .filter((member) => !member.isStringLiteral() && !isNull(member) && !isBoolean(member))
      .map((member) => this.of(member, where));
    const booleans = members.filter(isBoolean);
    if (booleans.length === 2) alternatives.push({ type: 'boolean' });
    else alternatives.push(...booleans.map((member) => this.describe(member, where)));
    if (words.length > 0) alternatives.push({ type: 'string', enum: words });
    const nullable = members.some(isNull);
    const [only, ...more] = alternatives;
    if (only === undefined) return { type: 'null' };
    if (more.length > 0) return { anyOf: nullable ? [...alternatives, { type: 'null' }] : alternatives };
    if (!nullable) return only;
    if (typeof only['type'] !== 'string') return { anyOf: [only, { type: 'null' }] };
    const allowed = only['enum'] as unknown[] | undefined;
    return { ...only, type: [only['type'], 'null'], ...(allowed ? { enum: [...allowed, null] } : {}) };
  }

  private object(type: ts.Type, where: string): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    const members = this.checker.getPropertiesOfType(type);
    // A record over a union inherits that chance.
    const isRecord = Boolean((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped);
    for (const property of isRecord ? members.sort(byName) : members) {
      const name = property.getName();
      if (property.flags & ts.SymbolFlags.Method) throw new Error(`${where}.${name} is a method, not data`);
      const declared = this.checker.getTypeOfSymbol(property);
      properties[name] = { ...this.of(declared, `${where}.${name}`), ...describeSymbol(property, this.checker) };
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(name);
    }
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(index ? { additionalProperties: this.of(index.type, where) } : {}),
    };
  }

  /** The name under which people know a type, e.g. PageOfTargetView; null for what was written in place. */
  private nameOf(type: ts.Type): string | null {
    const symbol = type.aliasSymbol ?? (type.isClassOrInterface() || isReference(type) ? type.getSymbol() : undefined);
    const declaration = symbol?.declarations?.[0];
    if (!symbol || !declaration || symbol.getName().startsWith('__')) return null;
    // Array, Record and the types of packages are not ours to name.
    if (declaration.getSourceFile().fileName.includes('/node_modules/')) return null;
    const parts = type.aliasSymbol ? (type.aliasTypeArguments ?? []) : typeArgumentsOf(type, this.checker);
    const names = parts.map((part) => this.nameOf(part) ?? plainName(this.checker.typeToString(part)));
    return names.every((name) => name !== null) ? [symbol.getName(), ...names].join('') : null;
  }
}

function byName(a: ts.Symbol, b: ts.Symbol): number {
  return a.getName() < b.getName() ? -1 : 1;
}

function isReference(type: ts.Type): boolean {
  return Boolean((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference);
}

function typeArgumentsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  return isReference(type)
    ? checker.getTypeArguments(type as ts.TypeReference).filter((argument) => !argument.isTypeParameter())
    : [];
}

function plainName(text: string): string | null {
  return /^[a-z]+$/.test(text) ? text[0]!.toUpperCase() + text.slice(1) : null;
}

/** The first paragraph that was written above a type or a field. */
export function describeSymbol(symbol: ts.Symbol, checker: ts.TypeChecker): { description?: string } {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim();
  return text === '' ? {} : { description: text };
}
