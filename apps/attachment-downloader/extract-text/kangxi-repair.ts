/**
 * Fonts embedded by office software often map a glyph to the radical that looks like the character: ⻔ for 门, ⼈ for 人.
 * Such text looks right and is found by no search. Unicode's compatibility mapping knows the Kangxi block; the
 * supplement has none, so its simplified forms are listed here.
 */
const SUPPLEMENT: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '⺁厂 ⺂乛 ⺃乚 ⺅亻 ⺆冂 ⺇几 ⺈刀 ⺉刂 ⺊卜 ⺋㔾 ⺎兀 ⺏尣 ⺐尢 ⺒巳 ⺓幺 ⺔彑 ⺕彐 ⺖忄 ⺗心 ⺘扌 ⺙攵 ⺛旡 ⺜日 ⺝月 ⺞歺 ⺟母 ⺠民 ⺡氵 ⺢氺 ⺣灬 ' +
    '⺤爫 ⺥爫 ⺦丬 ⺧牛 ⺨犭 ⺩王 ⺪疋 ⺫目 ⺬示 ⺭礻 ⺮竹 ⺯糹 ⺰纟 ⺱罓 ⺲罒 ⺳罓 ⺴罓 ⺶羊 ⺷羊 ⺸羊 ⺹耂 ⺺肀 ⺼月 ⺽臼 ⺾艹 ⺿艹 ⻀艹 ⻁虎 ⻂衤 ⻃覀 ' +
    '⻄西 ⻅见 ⻆角 ⻇角 ⻈讠 ⻉贝 ⻊足 ⻋车 ⻌辶 ⻍辶 ⻎辶 ⻏阝 ⻐钅 ⻑長 ⻒镸 ⻓长 ⻔门 ⻕阝 ⻖阝 ⻗雨 ⻘青 ⻙韦 ⻚页 ⻛风 ⻜飞 ⻝食 ⻞飠 ⻟飠 ⻠饣 ⻡首 ' +
    '⻢马 ⻣骨 ⻤鬼 ⻥鱼 ⻦鸟 ⻧卤 ⻨麦 ⻩黄 ⻪黾 ⻫斉 ⻬齐 ⻭歯 ⻮齿 ⻯竜 ⻰龙 ⻱龜 ⻲亀 ⻳龟'
  )
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
);

/** Replaces radicals and compatibility ideographs by the characters that they stand for. */
export function repairRadicals(text: string): string {
  return text.replace(
    /[\u2e80-\u2fd5\uf900-\ufad9\u{2f800}-\u{2fa1f}]/gu,
    (char) => SUPPLEMENT[char] ?? char.normalize('NFKC'),
  );
}
