import { zipSample } from './zip-sample.js';

/** An OFD whose pages hold these text objects: [x, y, text] each. */
export function ofdSample(pages: readonly (readonly [x: number, y: number, text: string][])[]): Buffer {
  const namespace = 'xmlns:ofd="http://www.ofdspec.org/2016"';
  return zipSample([
    {
      name: 'OFD.xml',
      data: `<?xml version="1.0" encoding="UTF-8"?><ofd:OFD ${namespace}><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    },
    {
      name: 'Doc_0/Document.xml',
      // Written in reverse and numbered out of order: only the order in this list counts.
      data: `<ofd:Document ${namespace}><ofd:Pages>${pages.map((_, index) => `<ofd:Page ID="${90 - index}" BaseLoc="Pages/Page_${pages.length - index}/Content.xml"/>`).join('')}</ofd:Pages></ofd:Document>`,
    },
    ...pages.map((objects, index) => ({
      name: `Doc_0/Pages/Page_${pages.length - index}/Content.xml`,
      data: `<ofd:Page ${namespace}><ofd:Content><ofd:Layer>${objects.map(([x, y, text]) => `<ofd:TextObject Boundary="${x} ${y} 100 6" Size="4"><ofd:TextCode X="0" Y="4">${text}</ofd:TextCode></ofd:TextObject>`).join('')}</ofd:Layer></ofd:Content></ofd:Page>`,
    })),
  ]);
}
