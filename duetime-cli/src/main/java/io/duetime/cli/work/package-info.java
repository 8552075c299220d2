/**
 * The {@code work} command: claims jobs, runs a command for each, extends its lease and settles it.
 */
@NullMarked
package io.duetime.cli.work;

import org.jspecify.annotations.NullMarked;
