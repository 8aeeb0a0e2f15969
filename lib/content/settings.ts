export { forgetSettings, getSettings } from "../settings/queries";
