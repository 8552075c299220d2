/** The commands about tasks: bulk changes that a server makes in the background. */
@NullMarked
package io.duetime.cli.task;

import org.jspecify.annotations.NullMarked;
