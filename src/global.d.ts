declare const __ALCOVE_VERSION__: string;
/** Path of the folder the app is served from, with its trailing slash. */
declare const __BASE__: string;
/** Of onnxruntime-web: its wasm files are under it. */
declare const __ORT_VERSION__: string;

/** CSS Modules: class names by the names in the file. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

/** The path of a file of a package, served by the app. */
declare module '*?url' {
  const url: string;
  export default url;
}
