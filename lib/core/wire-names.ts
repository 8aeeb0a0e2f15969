/** `guest_checkout` on the wire and in the database is `guestCheckout` in code. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
