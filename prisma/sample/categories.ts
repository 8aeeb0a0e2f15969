export const categories = [
  { slug: "games", name: "Games", icon: "/sample/icons/games.svg" },
  { slug: "software", name: "Software", icon: "/sample/icons/software.svg" },
  { slug: "gift-cards", name: "Gift cards", icon: "/sample/icons/gift-cards.svg" },
  { slug: "learning", name: "Learning & studio", icon: "/sample/icons/learning.svg" },
] as const;

export type CategorySlug = (typeof categories)[number]["slug"];
