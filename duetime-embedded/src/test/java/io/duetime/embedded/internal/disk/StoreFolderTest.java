package io.duetime.embedded.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreFolderTest {
  @TempDir private Path folder;

  @Test
  void anAdministratorLeavesFilesThatTheOwnerCanUse() throws IOException {
    assumeTrue(System.getProperty("user.name").equals("root"), "needs an administrator");
    UserPrincipalLookupService users = folder.getFileSystem().getUserPrincipalLookupService();
    UserPrincipal service = users.lookupPrincipalByName("daemon");
    Files.setOwner(folder, service);

    try (StoreFolder held = StoreFolder.open(folder)) {
      Files.createDirectories(held.database());
      Files.writeString(held.database().resolve("000001.log"), "");
      assertThat(Files.getOwner(held.database())).isNotEqualTo(service);
    }

    assertThat(folder).isDirectoryRecursivelyContaining("glob:**/000001.log");
    for (String file : new String[] {"lock", "format", "db", "db/000001.log"}) {
      assertThat(Files.getOwner(folder.resolve(file))).as(file).isEqualTo(service);
    }
  }

  @Test
  void aFileOfAnotherUserIsNamedWithItsOwner() throws IOException {
    Path file = Files.writeString(folder.resolve("lock"), "");

    assertThat(StoreFolder.reason(new AccessDeniedException(file.toString())))
        .contains("may not use " + file, "belongs to " + Files.getOwner(file).getName());
    assertThat(StoreFolder.reason(new AccessDeniedException("/no/such/file")))
        .contains("which belongs to another user");
  }
}
