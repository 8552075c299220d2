package io.duetime.cli.token;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineContext;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.EngineOpener;
import io.duetime.server.access.Token.TokenForm;
import io.duetime.server.access.TokenStore;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a token, over a server or in a store. */
@Command(
    name = "create",
    description = "Make a token, and print its secret, which is shown only once.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nFrom the first token on every call needs one, also from this machine. The first one must "
          + "have the role admin on all queues.",
      "%nExamples:",
      "  duetime token create root --grant admin --store embedded:./duetime-data",
      "  duetime token create mail-worker --grant consume=mail"
    })
public final class TokenCreateCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final TokenTerms terms = new TokenTerms();

  @Parameters(index = "0", paramLabel = "NAME", description = "The name of the token.")
  private String name = "";

  @Option(
      names = "--store",
      paramLabel = "URI",
      description = {
        "Make it in this store instead of over a server: a folder that no server holds, or a store "
            + "in Redis."
      })
  private @Nullable String store;

  /** Prints to the terminal, and goes by its time. */
  public TokenCreateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    tell(store == null ? overServer() : inStore(store));
    return ExitCode.OK;
  }

  private ServerReply overServer() {
    Map<String, Object> body = terms.body();
    body.put("name", name);
    return server.connect(terminal).post("/v1/tokens", Bodies.of(body)).orFail();
  }

  private ServerReply inStore(String uri) {
    if (uri.startsWith("memory:")) {
      throw new InvalidRequestException("store", uri, "a store that outlives this command");
    }
    try (Engine engine = EngineOpener.open(uri, new EngineContext(terminal.time(), Map.of()))) {
      TokenStore tokens = new TokenStore(engine, new SecureRandom());
      return engine
          .nowMillis()
          .thenCompose(now -> tokens.create(name, terms.grants(), terms.bounds(now)))
          .thenApply(
              issued -> issued.orElseThrow(() -> new CommandFailure("there is a token " + name)))
          .thenApply(issued -> new ServerReply(ExitCode.OK, TokenForm.issued(issued).text()))
          .toCompletableFuture()
          .join();
    } catch (CompletionException failure) {
      throw Stages.cause(failure) instanceof RuntimeException known ? known : failure;
    }
  }

  private void tell(ServerReply reply) {
    terminal.print(server.isJson() ? reply.text() : reply.json().path("token").asString());
  }
}
