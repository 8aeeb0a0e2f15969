import { db } from "@/lib/db/client";

const beginnings = ["Amber", "Brook", "Cedar", "Delta", "Ember", "Fjord", "Grove", "Haven", "Isles", "Junip"];
const ends = ["ant", "bolt", "crest", "drift", "elm", "fall", "gate", "hold", "ink", "jet"];
const kinds = ["Quest", "Studio", "Shield", "Pass", "Atlas"];

const branches = [
  { slug: "play", name: "Play", translations: { zh: { name: "游玩" } } },
  { slug: "work", name: "Work", translations: { zh: { name: "办公" } } },
  { slug: "watch", name: "Watch", translations: { zh: { name: "影音" } } },
];
const leaves = ["Solo", "Together", "Classics", "For children", "Handmade"];
export const manyTags = ["New", "Offline", "Family", "Gift", "Subscription", "Lifetime", "Beginner", "Team"];
const tagsInChinese = ["新品", "离线", "家庭", "送礼", "订阅", "永久", "入门", "团队"];
const platforms = ["Windows", "macOS", "Android", "iOS"];

export interface FoundGood {
  title: string;
  branch: string;
  leaf: string;
}

/** Five hundred goods in fifteen categories of two levels, beside what the shop has. */
export async function manyGoods(): Promise<FoundGood[]> {
  const made: FoundGood[] = [];
  const places: { id: number; branch: string; leaf: string }[] = [];
  for (const [at, branch] of branches.entries()) {
    const parent = await db().category.create({ data: { ...branch, sortOrder: 50 + at } });
    for (const [place, name] of leaves.entries()) {
      const slug = `${branch.slug}-${place}`;
      const leaf = { slug, name, parentId: parent.id, sortOrder: place };
      places.push({ id: (await db().category.create({ data: leaf })).id, branch: branch.name, leaf: name });
    }
  }
  for (let n = 0; n < 500; n++) {
    const place = places[n % places.length];
    if (!place) throw new Error("There is no category");
    const word = `${beginnings[n % 10]}${ends[Math.floor(n / 10) % 10]}`;
    const title = `${word} ${kinds[Math.floor(n / 100)]}`;
    const tags = [manyTags[n % 8], manyTags[(n * 3 + 1) % 8]].filter((tag) => tag !== undefined);
    const names = [tagsInChinese[n % 8], tagsInChinese[(n * 3 + 1) % 8]];
    const priceCents = BigInt(199 + ((n * 7919) % 9000));
    await db().product.create({
      data: {
        categoryId: place.id,
        slug: `many-${n}`,
        title,
        summary: "One of many.",
        status: "active",
        autoSecretKind: n % 5 === 0 ? "none" : "card_key",
        priceCents,
        tags: [...new Set(tags)],
        translations: { zh: { title: `${word} 商品 ${n}`, tags: [...new Set(names)].join("，") } },
        platform: platforms[n % 4] ?? null,
        region: n % 2 === 0 ? "EU" : "Worldwide",
        sortOrder: 100 + n,
        skus: {
          create: {
            code: "ONE",
            name: "One",
            spec: { Term: `${1 + (n % 3)} years` },
            priceCents,
            stock: { create: { available: n % 6 === 0 ? 0 : 9, changedAt: new Date() } },
          },
        },
      },
    });
    made.push({ title, branch: place.branch, leaf: place.leaf });
  }
  return made;
}
