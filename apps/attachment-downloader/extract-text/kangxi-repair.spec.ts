import { repairRadicals } from './kangxi-repair.js';

describe('repairRadicals', () => {
  it('replaces every radical that has a character', () => {
    expect(repairRadicals('⼴东省⼈⺠政府⻔户⽹站：⻓期、⻢上、⻚⾯')).toBe('广东省人民政府门户网站：长期、马上、页面');
  });

  it('leaves no Kangxi radical behind', () => {
    const kangxi = String.fromCodePoint(...Array.from({ length: 0x2fd6 - 0x2f00 }, (_, index) => 0x2f00 + index));
    expect(repairRadicals(kangxi)).not.toMatch(/[\u2e80-\u2fd5]/);
  });

  it('replaces compatibility ideographs and leaves everything else', () => {
    expect(repairRadicals('\uF9D1\uF914')).toBe('六樂');
    const plain = '关于〔2026〕１２号 ﬁ ㈠ ①';
    expect(repairRadicals(plain)).toBe(plain);
  });
});
