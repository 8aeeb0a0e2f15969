/** Size of a picture that networks show whole. */
export const shareSize = { width: 1200, height: 630 } as const;
