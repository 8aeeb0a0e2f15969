/** Options of the command line for all flows. */
export const options = {
  /** How long a flow is measured. */
  seconds: 8,
  /** How many keys of each SKU were sold before the measurement. */
  sold: 4000,
  /** Free keys of each SKU. */
  keys: 2500,
  /** How many keys are imported to measure the import. */
  importedKeys: 1_000_000,
};
