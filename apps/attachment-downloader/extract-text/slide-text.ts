import { type TextCollector } from './text-collector.js';
import { readXml } from './xml-reader.js';
import { ZipArchive } from './zip-archive.js';

/** Text of a PowerPoint 2007+ package, slide by slide. */
export function extractPptx(bytes: Buffer, out: TextCollector): void {
  const archive = ZipArchive.open(bytes, out.budget);
  const slides = archive.members
    .map((member) => ({ member, number: Number(/^ppt\/slides\/slide(\d+)\.xml$/.exec(member.name)?.[1]) }))
    .filter(({ number }) => number > 0)
    .sort((a, b) => a.number - b.number);
  out.pages = slides.length;
  for (const { member } of slides) {
    let text = '';
    let inText = false;
    readXml(archive.read(member), {
      open: (name) => {
        inText = name === 't';
      },
      text: (part) => {
        if (inText) text += part;
      },
      close: (name) => {
        inText = false;
        if (name === 'p') text += '\n';
      },
    });
    out.add(text);
  }
}
