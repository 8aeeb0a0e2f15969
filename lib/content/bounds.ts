/** Days after which an uploaded picture is deleted that nothing in the shop names. */
export const unusedDays = 30;
