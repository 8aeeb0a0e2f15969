/**
 * How long a signed call is good, and everything that follows from it. Skew is compared in whole seconds, so a timestamp is
 * accepted up to 0.999 seconds longer than the number says.
 */
export const signedCallWindow = (maxSkewSeconds: number) => ({
  /** Between a timestamp and the database's clock, which all processes share. */
  maxSkewSeconds,
  /** A nonce is kept this long after the later of the clock and its timestamp. */
  nonceSeconds: maxSkewSeconds + 1,
  /** Our own call may reach somebody whose clock is behind and come back while its timestamp is still good here. */
  ownNonceSeconds: 2 * maxSkewSeconds + 1,
  /** A process whose clock is ahead must not forget a nonce early. */
  purgeAfterSeconds: 2 * maxSkewSeconds,
});

export const callWindow = signedCallWindow(300);
