const han = /\p{Script=Han}/u;

/** A proposal for the address: letters and digits of the title, Chinese as pinyin. */
export async function slugOf(title: string): Promise<string> {
  if (!han.test(title)) return latinSlug(title);
  try {
    const { pinyin } = await import("pinyin-pro");
    return latinSlug(pinyin(title, { toneType: "none", nonZh: "consecutive", v: true }));
  } catch {
    // A proposal is not worth waiting for.
    return latinSlug(title);
  }
}

const latinSlug = (title: string) =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
