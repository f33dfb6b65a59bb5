/** Parsing of source code: what the node types of each grammar are to the walk that makes blocks of them. */
import type { CodeLanguage } from './languages.ts';

/** What a node is to the walk. */
export const ROLE = {
  /** Any other node: a statement where it stands in a list. */
  plain: 0,
  /** Punctuation and keywords. */
  token: 1,
  comment: 2,
  /** Belongs to what follows it: a decorator, an attribute, an access label. */
  attached: 3,
  /** A declaration with statements inside. */
  callable: 4,
  /** A declaration with declarations inside; its members always become blocks. */
  box: 5,
  /** The same without a node around its members. */
  openBox: 6,
  /** A declaration with neither: a type, an enumeration, a style rule. */
  type: 7,
  /** Around a declaration: `export`, `template <...>`. */
  wrapper: 8,
  /** A statement that may declare a function: `const f = () => {}`. */
  binding: 9,
  /** Between a binding and what it binds. */
  step: 10,
  /** An expression that makes a binding a declaration. */
  value: 11,
  /** Its children are units: a body, an object, the arguments of a call. */
  list: 12,
  /** Adds nothing to the list it stands in: its children are units of that list. */
  part: 13,
  /** The same with lines of its own: `#ifdef`. */
  group: 14,
  import: 15,
  /** Holds annotations and keywords in front of a declaration. */
  modifiers: 16,
  /** A call that may import: `require 'json'`. */
  call: 17,
  /** Text that is no valid syntax. */
  error: 18,
  /** The name of a declaration where the grammar does not say so by a field. */
  name: 19,
  /** Belongs to the unit before it, wherever it begins: the text of a heredoc. */
  tail: 20,
} as const;

type RoleName = keyof typeof ROLE;
type Roles = Partial<Readonly<Record<RoleName, string>>>;

const SCRIPT: Roles = {
  comment: 'comment html_comment',
  attached: 'decorator',
  callable:
    'function_declaration generator_function_declaration method_definition function_signature abstract_method_signature',
  box: 'class_declaration abstract_class_declaration internal_module module',
  type: 'interface_declaration enum_declaration type_alias_declaration',
  wrapper: 'export_statement ambient_declaration',
  binding:
    'lexical_declaration variable_declaration expression_statement public_field_definition field_definition pair',
  step: 'variable_declarator assignment_expression',
  value: 'arrow_function function_expression generator_function class',
  list: 'statement_block class_body object array arguments switch_body switch_case switch_default interface_body object_type enum_body jsx_element jsx_fragment formal_parameters',
  token: 'jsx_closing_element',
  import: 'import_statement',
};

const LANGUAGE_ROLES: Readonly<Record<CodeLanguage, Roles>> = {
  typescript: SCRIPT,
  tsx: SCRIPT,
  javascript: SCRIPT,
  python: {
    comment: 'comment',
    callable: 'function_definition',
    box: 'class_definition',
    wrapper: 'decorated_definition',
    attached: 'decorator',
    list: 'block dictionary list set tuple argument_list parameters',
    import: 'import_statement import_from_statement future_import_statement',
  },
  go: {
    comment: 'comment',
    callable: 'function_declaration method_declaration',
    type: 'type_declaration',
    step: 'type_spec',
    list: 'block literal_value argument_list field_declaration_list interface_type var_spec_list const_declaration expression_switch_statement expression_case type_switch_statement type_case default_case select_statement communication_case',
    part: 'statement_list',
    import: 'import_declaration',
  },
  rust: {
    comment: 'line_comment block_comment',
    attached: 'attribute_item',
    callable: 'function_item function_signature_item macro_definition',
    box: 'impl_item trait_item mod_item foreign_mod_item',
    type: 'struct_item enum_item union_item type_item',
    list: 'block declaration_list field_declaration_list enum_variant_list match_block arguments array_expression field_initializer_list',
    import: 'use_declaration extern_crate_declaration',
  },
  java: {
    comment: 'line_comment block_comment',
    attached: 'annotation marker_annotation',
    modifiers: 'modifiers',
    callable: 'method_declaration constructor_declaration compact_constructor_declaration',
    box: 'class_declaration interface_declaration record_declaration enum_declaration annotation_type_declaration',
    list: 'class_body block interface_body enum_body array_initializer argument_list switch_block switch_block_statement_group constructor_body annotation_type_body',
    part: 'enum_body_declarations',
    import: 'import_declaration',
  },
  cpp: {
    comment: 'comment',
    attached: 'access_specifier',
    callable: 'function_definition',
    box: 'class_specifier namespace_definition',
    type: 'struct_specifier union_specifier enum_specifier alias_declaration concept_definition preproc_function_def',
    wrapper: 'template_declaration linkage_specification type_definition',
    list: 'compound_statement declaration_list field_declaration_list enumerator_list initializer_list argument_list case_statement',
    group: 'preproc_ifdef preproc_if preproc_else preproc_elif preproc_elifdef',
    import: 'preproc_include',
  },
  csharp: {
    comment: 'comment',
    attached: 'attribute_list',
    callable:
      'method_declaration constructor_declaration destructor_declaration operator_declaration conversion_operator_declaration local_function_statement property_declaration indexer_declaration',
    box: 'class_declaration struct_declaration record_declaration record_struct_declaration interface_declaration namespace_declaration',
    type: 'enum_declaration delegate_declaration',
    list: 'declaration_list block enum_member_declaration_list accessor_list initializer_expression argument_list switch_body switch_section',
    group: 'preproc_if preproc_else preproc_elif preproc_region',
    import: 'using_directive',
  },
  ruby: {
    comment: 'comment',
    callable: 'method singleton_method',
    box: 'class module singleton_class',
    list: 'body_statement block_body then else begin ensure array hash argument_list',
    call: 'call',
    tail: 'heredoc_body',
  },
  php: {
    comment: 'comment',
    attached: 'attribute_list',
    callable: 'function_definition method_declaration',
    box: 'class_declaration interface_declaration trait_declaration enum_declaration namespace_definition',
    list: 'compound_statement declaration_list enum_declaration_list array_creation_expression arguments switch_block case_statement default_statement match_block colon_block',
    import: 'namespace_use_declaration',
  },
  bash: {
    comment: 'comment',
    callable: 'function_definition',
    list: 'compound_statement do_group if_statement elif_clause else_clause case_statement case_item subshell array',
  },
  powershell: {
    comment: 'comment',
    callable: 'function_statement class_method_definition',
    openBox: 'class_statement enum_statement',
    name: 'function_name simple_name',
    list: 'script_block statement_block hash_literal_expression switch_body',
    part: 'script_block_body statement_list hash_literal_body switch_clauses',
  },
  css: {
    comment: 'comment js_comment',
    type: 'rule_set media_statement keyframes_statement supports_statement at_rule scope_statement',
    list: 'block keyframe_block_list',
    import: 'import_statement',
  },
};

/** Roles by node type number of one grammar; a number beyond the array is text that is no valid syntax. */
export type RoleTable = Uint8Array;

// The list of node types of a grammar is one and the same object for all of its trees.
const tables = new WeakMap<readonly string[], RoleTable>();

/** The roles of the node types of a grammar. */
export function roleTable(language: CodeLanguage, nodeTypes: readonly string[]): RoleTable {
  let table = tables.get(nodeTypes);
  if (table === undefined) {
    table = makeTable(LANGUAGE_ROLES[language], nodeTypes);
    tables.set(nodeTypes, table);
  }
  return table;
}

function makeTable(roles: Roles, nodeTypes: readonly string[]): RoleTable {
  const byType = new Map<string, number>([['', ROLE.token]]);
  for (const [name, types] of Object.entries(roles)) {
    for (const type of types.split(' ')) byType.set(type, ROLE[name as RoleName]);
  }
  return Uint8Array.from(nodeTypes, (type) => byType.get(type) ?? ROLE.plain);
}
