import ts from 'typescript';
import { describeSymbol, TypeSchemas, type Schema } from './type-schema.js';

/** What the sources say about one route and the running application cannot know. */
export interface RouteFacts {
  /** The schema of its JSON answer; null when it answers nothing, or something that is no JSON. */
  answer: Schema | null;
  /** Media types of an answer that is no JSON. */
  produces: string[];
  description?: string;
  /** Request headers that it looks at. */
  headers: string[];
}

export interface ControllerFacts {
  /** By `Controller.method`. */
  routes: Map<string, RouteFacts>;
  components: Record<string, Schema>;
}

const CONTRACTS = 'libs/contracts/index.ts';

/** Reads every controller under a folder with the compiler: types are gone once the program runs. */
export function readControllers(folder: string, configFile: string): ControllerFacts & { problem: Schema } {
  const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const files = ts.sys.readDirectory(folder, ['.controller.ts']);
  const program = ts.createProgram([...files, CONTRACTS], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const schemas = new TypeSchemas(checker);
  const routes = new Map<string, RouteFacts>();
  // Two bodies of one name would silently become one in the document.
  const bodies = new Map<string, ts.Symbol>();
  for (const file of files.sort()) {
    for (const statement of program.getSourceFile(file)!.statements) {
      if (!ts.isClassDeclaration(statement) || !decoratorsOf(statement).includes('Controller')) continue;
      for (const method of statement.members.filter(ts.isMethodDeclaration)) {
        const name = `${statement.name!.text}.${method.name.getText()}`;
        routes.set(name, readRoute(method, name, checker, schemas));
        for (const parameter of method.parameters.filter((one) => decoratorsOf(one).includes('Body'))) {
          const symbol = checker.getTypeAtLocation(parameter).getSymbol()!;
          if ((bodies.get(symbol.getName()) ?? symbol) !== symbol) {
            throw new Error(`Two bodies are called ${symbol.getName()}; rename the one of ${name}`);
          }
          bodies.set(symbol.getName(), symbol);
        }
      }
    }
  }
  const contracts = checker.getSymbolAtLocation(program.getSourceFile(CONTRACTS)!)!;
  const problem = checker.getExportsOfModule(contracts).find((symbol) => symbol.getName() === 'Problem')!;
  const problemSchema = schemas.of(checker.getDeclaredTypeOfSymbol(problem), 'Problem');
  const clash = Object.keys(schemas.components).find((name) => bodies.has(name));
  if (clash) throw new Error(`${clash} is the name of a body and of an answer; rename one`);
  return { routes, components: schemas.components, problem: problemSchema };
}

function readRoute(
  method: ts.MethodDeclaration,
  name: string,
  checker: ts.TypeChecker,
  schemas: TypeSchemas,
): RouteFacts {
  const signature = checker.getSignatureFromDeclaration(method)!;
  const answer = checker.getAwaitedType(signature.getReturnType())!;
  const isRoute = decoratorsOf(method).some((decorator) => ROUTES.has(decorator));
  // Streams and pages are written by the handler itself, which then says what it produces.
  const isJson = isRoute && !(answer.flags & ts.TypeFlags.Void) && !decoratorsOf(method).includes('ApiProduces');
  const symbol = checker.getSymbolAtLocation(method.name)!;
  return {
    answer: isJson ? schemas.of(answer, name) : null,
    produces: argumentsOf(method, 'ApiProduces'),
    ...describeSymbol(symbol, checker),
    headers: method.parameters.flatMap((parameter) => HEADERS[decoratorsOf(parameter)[0] ?? ''] ?? []),
  };
}

/** The headers behind our own parameter decorators. */
const HEADERS: Record<string, string[]> = { IdempotencyKey: ['Idempotency-Key'], Headers: ['If-Match'] };
const ROUTES = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete']);

function decoratorsOf(node: ts.HasDecorators): string[] {
  return (ts.getDecorators(node) ?? []).map(({ expression }) =>
    (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
  );
}

/** The words that a decorator of this name was given. */
function argumentsOf(node: ts.HasDecorators, decorator: string): string[] {
  return (ts.getDecorators(node) ?? [])
    .map(({ expression }) => expression)
    .filter(ts.isCallExpression)
    .filter((call) => call.expression.getText() === decorator)
    .flatMap((call) => call.arguments.filter(ts.isStringLiteral).map(({ text }) => text));
}
