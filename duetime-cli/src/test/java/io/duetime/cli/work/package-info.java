/** The {@code work} command, in this process and in one that is killed. */
@NullMarked
package io.duetime.cli.work;

import org.jspecify.annotations.NullMarked;
