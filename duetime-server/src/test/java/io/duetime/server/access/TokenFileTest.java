package io.duetime.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.memory.MemoryEngine;
import io.duetime.server.access.Authenticator.Login;
import io.duetime.server.access.Token.Secret;
import io.duetime.server.access.TokenBook.TokenFile;
import io.duetime.time.VirtualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenFileTest {
  private static final Secret SHOP = new Secret("duetime_shop");
  private static final Secret MAIL = new Secret("duetime_mail");

  @TempDir private Path folder;
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final MemoryEngine engine = new MemoryEngine(time);
  private final TokenStore store = new TokenStore(engine, new SecureRandom());
  private Path file;

  @BeforeEach
  void aFile() {
    file = folder.resolve("tokens.yml");
  }

  @Test
  void aDeclaredTokenIsValidAsLongAsTheFileHasIt() throws IOException {
    declare("shop", SHOP, "produce=orders*");
    TokenBook book = new TokenBook(store, TokenFile.of(file), null);
    Authenticator authenticator = authenticator(book);

    assertThat(login(authenticator, null)).isEqualTo(Login.Refused.MISSING);
    assertThat(login(authenticator, MAIL)).isEqualTo(Login.Refused.INVALID);
    Login.Admitted admitted = (Login.Admitted) login(authenticator, SHOP);
    assertThat(admitted.caller().name()).isEqualTo("shop");
    assertThat(admitted.caller().grants()).containsExactly(Grant.parse("produce=orders*"));

    declare("mail", MAIL, "consume=mail");
    look(book);

    assertThat(book.table().admits(admitted)).isFalse();
    assertThat(login(authenticator, MAIL)).isInstanceOf(Login.Admitted.class);
  }

  @Test
  void aFileThatCannotBeUsedAnyMoreChangesNothing() throws IOException {
    declare("shop", SHOP, "produce");
    TokenBook book = new TokenBook(store, TokenFile.of(file), null);
    Authenticator authenticator = authenticator(book);

    Files.writeString(file, "tokens: [");
    look(book);
    assertThat(login(authenticator, SHOP)).isInstanceOf(Login.Admitted.class);

    Files.delete(file);
    look(book);
    assertThat(login(authenticator, SHOP)).isInstanceOf(Login.Admitted.class);
  }

  @Test
  void aDeclaredTokenHidesTheOneOfTheStoreWithItsName() throws IOException {
    Secret stored =
        store
            .create("shop", List.of(Grant.parse("admin")), Token.Bounds.NONE)
            .toCompletableFuture()
            .join()
            .orElseThrow()
            .secret();
    declare("shop", SHOP, "produce");
    TokenBook book = new TokenBook(store, TokenFile.of(file), null);
    Authenticator authenticator = authenticator(book);

    assertThat(login(authenticator, stored)).isEqualTo(Login.Refused.INVALID);
    assertThat(login(authenticator, SHOP)).isInstanceOf(Login.Admitted.class);
  }

  @Test
  void expiryAndRateAreRead() throws IOException {
    Files.writeString(
        file,
        """
        tokens:
          - name: shop
            hash: %s
            grants: ["read"]
            expiresAt: 2026-11-20T07:00:01Z
            requestsPerSecond: 5
        """
            .formatted(SHOP.hash()));

    assertThat(TokenFile.of(file).value().get(0).bounds())
        .isEqualTo(new Token.Bounds(Instant.parse("2026-11-20T07:00:01Z").toEpochMilli(), 5, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tokens: [                                  | tokens-file is
          other: 1                                   | allowed: a list named tokens, or tokens: []
          tokens:                                    | allowed: a list named tokens, or tokens: []
          '# empty'                                  | allowed: a list named tokens, or tokens: []
          {tokens: [], other: 1}                     | field is 'other'; allowed: tokens
          {tokens: [], tokens: []}                   | valid YAML; line 1 is not
          tokens: [{name: a, hash: abc}]             | hash is 'abc'; allowed: 64 hexadecimal digits
          tokens: [{name: a, secret: abc}]           | field is 'secret'
          tokens: [{name: '', hash: %H, grants: [read]}]        | name is ''
          tokens: [{name: a, hash: %H}]              | grants is '0 grants'
          tokens: [{name: a, hash: %H, grants: [write]}]        | grant is 'write'
          tokens: [{name: a, hash: %H, grants: [read], requestsPerSecond: 9999999999}] | requestsPerSecond is '9999999999'; allowed: 0 (no limit) to 1000000
          tokens: [{name: a, hash: %H, grants: [read]}, {name: a, hash: %H, grants: [read]}] | name is 'a'; allowed: each name once
          """)
  void whatIsWrongIsNamed(String text, String message) throws IOException {
    Files.writeString(file, text.replace("%H", SHOP.hash()));

    assertThatThrownBy(() -> TokenFile.of(file))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
  }

  @Test
  void anEmptyListRevokesTheLastTokenAndLetsNoCallIn() throws IOException {
    declare("shop", SHOP, "produce");
    TokenBook book = new TokenBook(store, TokenFile.of(file), null);
    Authenticator authenticator = authenticator(book);

    Files.writeString(file, "tokens: []");
    look(book);

    assertThat(login(authenticator, SHOP)).isEqualTo(Login.Refused.INVALID);
    assertThat(login(authenticator, null)).isEqualTo(Login.Refused.MISSING);
  }

  @Test
  void aFileThatIsTooLargeIsRefused() throws IOException {
    Files.write(file, new byte[(1 << 20) + 1]);

    assertThatThrownBy(() -> TokenFile.of(file))
        .hasMessageContaining("tokens.yml'; allowed: a file of at most 1 MiB");
  }

  @Test
  void theExampleOfTheDocumentationIsRead() throws IOException {
    String page = Files.readString(Path.of("../docs/security.md"));
    Matcher example = Pattern.compile("```yaml\n(tokens:\n.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(example.find()).as("an example in security.md").isTrue();
    Files.writeString(file, example.group(1));

    assertThat(TokenFile.of(file).value()).isNotEmpty();
  }

  @Test
  void aMissingFileIsRefused() {
    assertThatThrownBy(() -> TokenFile.of(file))
        .hasMessageContaining("tokens.yml'; allowed: a file that can be read");
  }

  private void declare(String name, Secret secret, String grant) throws IOException {
    Files.writeString(
        file,
        "tokens:\n  - name: %s\n    hash: %s\n    grants: ['%s']\n"
            .formatted(name, secret.hash(), grant));
  }

  private Authenticator authenticator(TokenBook book) {
    look(book);
    return new Authenticator(book, false, time::nanoTime);
  }

  private static void look(TokenBook book) {
    book.lookAtAll().toCompletableFuture().join();
  }

  private static Login login(Authenticator authenticator, Secret secret) {
    return authenticator.login(InetAddress.getLoopbackAddress(), secret);
  }
}
