/** Said when a page could not even be begun: no other text is at hand then. */
export const broken = {
  title: "Something broke on our side",
  text: "Nothing you paid for is lost. Please try again in a moment.",
  again: "Try again",
};
