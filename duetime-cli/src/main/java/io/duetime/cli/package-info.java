/**
 * The {@code duetime} command: its entry point, its subcommands, and how failures are printed. Each
 * group of subcommands has a package of its own. {@code docs/cli.md} describes their options,
 * output and exit codes.
 */
@NullMarked
package io.duetime.cli;

import org.jspecify.annotations.NullMarked;
