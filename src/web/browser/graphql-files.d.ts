/** The bundler replaces the import of a document by its text. */
declare module '*.graphql' {
  const text: string;
  export default text;
}
