import library from "sharp";

// A picture is drawn once and kept by who asked for it: results of single steps would only take memory, up to 50 MB.
library.cache(false);

export const sharp = library;
