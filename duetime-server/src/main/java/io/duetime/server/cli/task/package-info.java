/** The commands about tasks: bulk changes that a server makes in the background. */
@NullMarked
package io.duetime.server.cli.task;

import org.jspecify.annotations.NullMarked;
