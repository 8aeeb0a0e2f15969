/** What a route file is made of. */
export { endpoint } from "./endpoint";
export { route } from "./make-route";
export { operation, resource } from "./resource";
