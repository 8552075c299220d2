/** Scripts that let shells complete the words of the command. */
@NullMarked
package io.duetime.server.cli.completion;

import org.jspecify.annotations.NullMarked;
