import { type Request } from 'express';

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** By which methods an address could have been asked; empty where there is nothing at it. */
export function allowedMethods({ app, path }: Request): string[] {
  const { stack } = (app as unknown as { router: { stack: Layer[] } }).router;
  const methods = stack.flatMap((layer) =>
    layer.route && matches(layer, path) ? Object.keys(layer.route.methods) : [],
  );
  return [...new Set(methods)].map((method) => method.toUpperCase()).sort();
}

/** An escape that is no text matches nothing. */
function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
