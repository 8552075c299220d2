/**
 * The tree of the {@code duetime} command: where it begins, which subcommands there are, and how
 * failures are told. Each group of subcommands has a package of its own; {@code docs/cli.md}
 * describes what they take, print and exit with.
 */
@NullMarked
package io.duetime.server.cli;

import org.jspecify.annotations.NullMarked;
