/** The npm that runs us, because the one on the path may be another: a program and its first arguments. */
export function npm() {
  const path = process.env.npm_execpath;
  return path?.endsWith('npm-cli.js') ? [process.execPath, path] : ['npm'];
}
