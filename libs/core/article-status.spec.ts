import { articleStatus } from './article-status.js';

const nothing = { textLength: 0, htmlLength: 0, attachmentLinks: 0, attachmentsDownloaded: 0, inlineImages: 0 };

describe('articleStatus', () => {
  it('fails only when there is nothing a reader could use', () => {
    expect(articleStatus(nothing)).toBe('failed');
    expect(articleStatus({ ...nothing, textLength: 49, htmlLength: 499 })).toBe('failed');
  });
  it.each([
    { textLength: 50 },
    { htmlLength: 500 },
    { attachmentLinks: 1 },
    { attachmentsDownloaded: 1 },
    { inlineImages: 1 },
  ])('is ready with %j', (evidence) => expect(articleStatus({ ...nothing, ...evidence })).toBe('ready'));
});
