/** What the build puts in the place of `import.meta.glob`, in workers: the page has the types of Vite. */
interface ImportMeta {
  glob: <T>(patterns: string | readonly string[], options: object) => Record<string, T>;
}
