/** Orders that one call takes from a browser: their cookies have to fit the headers that a proxy passes on. */
export const mostForgotten = 10;
