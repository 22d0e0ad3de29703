/** The bundler turns a document into its text. */
declare module '*.graphql' {
  const text: string;
  export default text;
}
