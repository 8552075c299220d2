/** Scripts that let shells complete the words of the command. */
@NullMarked
package io.duetime.cli.completion;

import org.jspecify.annotations.NullMarked;
