import { Parser } from 'htmlparser2';

/** What a reader of XML is told; names come without their prefix. */
export interface XmlVisitor {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Streams through XML without building a tree and without entities of the document's own. */
export function readXml(bytes: Buffer, visitor: XmlVisitor): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => visitor.open?.(local(name), attributes),
      ontext: (text) => visitor.text?.(text),
      onclosetag: (name) => visitor.close?.(local(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  const encoding = /encoding=["'](gb[\w-]*)["']/i.test(bytes.toString('latin1', 0, 120)) ? 'gb18030' : 'utf-8';
  parser.end(new TextDecoder(encoding).decode(bytes));
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);
