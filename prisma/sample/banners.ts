export const banners = [
  {
    title: "Your key, seconds after you pay",
    subtitle: "No account needed. It waits on your order page and in your mail.",
    image: "/sample/banners/shelf.svg",
    mobileImage: "/sample/banners/shelf-mobile.svg",
    linkUrl: "/products",
  },
  {
    title: "Lanternfall is here",
    subtitle: "A valley to climb by lamplight. Launch price until the end of the month.",
    image: "/sample/banners/lanternfall.svg",
    mobileImage: "/sample/banners/lanternfall-mobile.svg",
    linkUrl: "/products/lanternfall",
  },
  {
    title: "A present that never expires",
    subtitle: "Marigold Cards for four hundred small shops.",
    image: "/sample/banners/marigold.svg",
    mobileImage: "/sample/banners/marigold-mobile.svg",
    linkUrl: "/products/marigold-card",
  },
];
