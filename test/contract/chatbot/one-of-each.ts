export const MAKE = `mutation ($application: ID) {
  Conversation: createConversation(application: $application, input: { userName: "Awa", appToken: "secret-of-the-victim" }) { conversation { id } userErrors { code message } }
  Field: createField(application: $application, input: { name: "banking" }) { field { id } userErrors { code message } }
  FieldsCompiler: createFieldsCompiler(application: $application, input: { url: "https://example.org" }) { fieldsCompiler { id } userErrors { code message } }
}`;
export const MAKE_INNER = `mutation ($conversation: ID!, $field: ID!) {
  ConversationRequest: createConversationRequest(conversationId: $conversation, input: { intentName: "GREET" }) { conversationRequest { id } userErrors { code message } }
  Corpus: createCorpus(fieldId: $field, input: { corpusName: "c" }) { corpus { id } userErrors { code message } }
  Entity: createEntity(fieldId: $field, input: { entityName: "e" }) { entity { id } userErrors { code message } }
  Intent: createIntent(fieldId: $field, input: { intentName: "i" }) { intent { id } userErrors { code message } }
  FieldRequest: createFieldRequest(fieldId: $field, input: { requestName: "r" }) { fieldRequest { id } userErrors { code message } }
  Template: createTemplate(fieldId: $field, input: { templateName: "t" }) { template { id } userErrors { code message } }
}`;
