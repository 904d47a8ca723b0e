import { attachmentPace, resolvePace } from './pace.js';

describe('resolvePace', () => {
  it('takes the target row, then the adapter, then the host default', () => {
    expect(resolvePace({ intervalSec: 60, intervalJitterSec: 10 }, 8)).toEqual({ intervalSec: 60, jitterSec: 10 });
    expect(resolvePace({ intervalSec: null, intervalJitterSec: null }, 8)).toEqual({ intervalSec: 8, jitterSec: 0 });
    expect(resolvePace({ intervalSec: null, intervalJitterSec: null }, null).intervalSec).toBe(5);
    expect(resolvePace({ intervalSec: 0, intervalJitterSec: null }, 8).intervalSec).toBe(0);
  });
});

describe('attachmentPace', () => {
  it('caps interval and jitter together', () => {
    expect(attachmentPace({ intervalSec: 60, jitterSec: 30 }, 20)).toEqual({ intervalSec: 20, jitterSec: 0 });
    expect(attachmentPace({ intervalSec: 15, jitterSec: 30 }, 20)).toEqual({ intervalSec: 15, jitterSec: 5 });
    expect(attachmentPace({ intervalSec: 5, jitterSec: 1 }, 20)).toEqual({ intervalSec: 5, jitterSec: 1 });
  });
});
