/** What a file is. `wps` and `et` are Word and Excel families under Kingsoft's names. */
export type FileType =
  | 'pdf'
  | 'doc'
  | 'docx'
  | 'wps'
  | 'xls'
  | 'xlsx'
  | 'et'
  | 'ppt'
  | 'pptx'
  | 'ofd'
  | 'rtf'
  | 'zip'
  | 'rar'
  | '7z'
  | 'gz'
  | 'jpg'
  | 'png'
  | 'gif'
  | 'bmp'
  | 'tif'
  | 'webp'
  | 'mp4'
  | 'mp3'
  | 'html'
  | 'xml'
  | 'txt'
  | 'csv'
  | 'unknown';

/** The media type under which a file of the type is stored. */
export const MIMES: Record<FileType, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  wps: 'application/vnd.ms-works',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  et: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ofd: 'application/ofd',
  rtf: 'application/rtf',
  zip: 'application/zip',
  rar: 'application/vnd.rar',
  '7z': 'application/x-7z-compressed',
  gz: 'application/gzip',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  html: 'text/html',
  xml: 'application/xml',
  txt: 'text/plain',
  csv: 'text/csv',
  unknown: 'application/octet-stream',
};

/** Suffixes that a file of the type may carry; the first one is given to a file without a fitting one. */
export const SUFFIXES: Record<FileType, readonly string[]> = {
  pdf: ['pdf'],
  doc: ['doc', 'dot', 'wps', 'wpt'],
  docx: ['docx', 'docm', 'dotx', 'wps'],
  wps: ['wps', 'wpt', 'doc'],
  xls: ['xls', 'xlt', 'et', 'ett'],
  xlsx: ['xlsx', 'xlsm', 'xltx', 'et'],
  et: ['et', 'ett', 'xls'],
  ppt: ['ppt', 'pps', 'dps'],
  pptx: ['pptx', 'ppsx', 'dps'],
  ofd: ['ofd'],
  rtf: ['rtf', 'doc'],
  zip: ['zip'],
  rar: ['rar'],
  '7z': ['7z'],
  gz: ['gz', 'tgz'],
  jpg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  gif: ['gif'],
  bmp: ['bmp'],
  tif: ['tif', 'tiff'],
  webp: ['webp'],
  mp4: ['mp4', 'm4v', 'mov'],
  mp3: ['mp3'],
  html: ['html', 'htm', 'shtml', 'mht', 'doc', 'xls'],
  xml: ['xml', 'doc', 'xls'],
  txt: ['txt', 'text', 'log', 'md'],
  csv: ['csv'],
  unknown: ['bin'],
};

/** The types that OCR reads; scans inside archives stay marked. */
export const OCR_TYPES: ReadonlySet<FileType> = new Set<FileType>(['pdf', 'png', 'jpg', 'bmp', 'gif', 'webp', 'tif']);

/** The type that a name or address claims by its suffix, also one in the query (`?filename=a.pdf`). */
export function typeBySuffix(name: string | null): FileType | null {
  const suffix = suffixOf(name ?? '');
  if (suffix === null) return null;
  const types = Object.keys(SUFFIXES) as FileType[];
  // Kingsoft's own suffixes are listed under their families too: the type of that very name comes first.
  return types.find((type) => type === suffix) ?? types.find((type) => SUFFIXES[type].includes(suffix)) ?? null;
}

/** The suffix of a file name, or of the path or a query value of an address; lower case. */
export function suffixOf(name: string): string | null {
  const places = URL.canParse(name)
    ? [new URL(name).pathname, ...[...new URL(name).searchParams.values()].reverse()]
    : [name];
  for (const place of places) {
    const suffix = /\.([a-z0-9]{1,5})\s*$/i.exec(place)?.[1]?.toLowerCase();
    if (suffix !== undefined && suffix !== 'bin' && KNOWN_SUFFIXES.has(suffix)) return suffix;
  }
  return null;
}

const KNOWN_SUFFIXES: ReadonlySet<string> = new Set(Object.values(SUFFIXES).flat());
