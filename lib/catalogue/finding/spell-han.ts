const hanWords = /\p{Script=Han}+/gu;
/** The title and the first words after it: a summary in pinyin would be found by everything. */
const longest = 60;

/** The Chinese words of each text as somebody types them without a Chinese keyboard: "youxidianka yxdk" of 游戏点卡. */
export async function spellHan(texts: readonly string[]): Promise<string[]> {
  const words = texts.map((text) => text.slice(0, longest).match(hanWords) ?? []);
  if (words.every(({ length }) => length === 0)) return texts.map(() => "");
  const { pinyin } = await import("pinyin-pro");
  const spell = (word: string) => {
    const sounds = pinyin(word, { toneType: "none", type: "array", v: true });
    return `${sounds.join("")} ${sounds.map(([first = ""]) => first).join("")}`;
  };
  return words.map((each) => each.map(spell).join(" "));
}
