/*!
 * Built by Revolist OU ❤️
 */
const globalScripts = () => {};

export { globalScripts as g };
